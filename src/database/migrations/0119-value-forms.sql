-- Values of lists in the one form of docs/domain.md#value-forms. Of values that become equal, the one that ends last stays.
create temporary table new_form on commit drop as
select i.company_id, i.list_id, i.item_id, i.expiry_date,
  case l.data_field
    when 'customerIpAddress' then regexp_replace(i.match_value, '^::ffff:(\d+\.\d+\.\d+\.\d+)$', '\1')
    when 'customerEmail' then regexp_replace(i.match_value, '\.$', '')
    when 'customerTelephone' then
      '+' || regexp_replace(regexp_replace(regexp_replace(i.value, '^([+]|00)([0-9[:space:]./-]*)[(]0[)]', '\1\2'), '[^0-9]', '', 'g'), '^00', '')
    else regexp_replace(regexp_replace(i.match_value,
      '\m([A-Z]{1,2}[0-9][A-Z0-9]?) ([0-9][A-Z]{2})\M', '\1\2', 'g'), '\m([A-Z][0-9][A-Z]) ([0-9][A-Z][0-9])\M', '\1\2', 'g')
  end as match_value
from fraud_list_item i join fraud_list l on l.company_id = i.company_id and l.list_id = i.list_id
where (l.data_field = 'customerIpAddress' and i.match_value like '::ffff:%.%')
   or (l.data_field = 'customerEmail' and i.match_value like '%.')
   or (l.data_field = 'customerTelephone' and i.value like '%(0)%')
   or (l.data_field = 'normalisedAddress' and i.match_value ~ '[0-9] [0-9]');

delete from fraud_list_item i using (
  select n.company_id, n.item_id, row_number() over (
    partition by n.company_id, n.list_id, n.match_value order by coalesce(n.expiry_date, 'infinity') desc, n.item_id) as place,
    exists (
      select from fraud_list_item o
      where o.company_id = n.company_id and o.list_id = n.list_id and o.match_value = n.match_value collate "C"
        and o.item_id <> n.item_id) as is_taken
  from new_form n
) d
where i.company_id = d.company_id and i.item_id = d.item_id and (d.place > 1 or d.is_taken);

update fraud_list_item i set match_value = n.match_value
from new_form n where i.company_id = n.company_id and i.item_id = n.item_id;

update fraud_list l set version = version + 1,
  item_count = (select count(*) from fraud_list_item i where i.company_id = l.company_id and i.list_id = l.list_id),
  value_lengths = array(
    select distinct length(i.match_value) from fraud_list_item i where i.company_id = l.company_id and i.list_id = l.list_id)
where (l.company_id, l.list_id) in (select company_id, list_id from new_form);

-- What the BIN table does not have is not known.
alter table card_token alter column card_usage drop not null, alter column card_category drop not null;
