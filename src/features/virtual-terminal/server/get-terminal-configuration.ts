import { featuresOn } from '#server/guard.ts';
import { handle } from '#server/handler.ts';
import { getTerminalConfiguration as endpoint } from '../endpoints.ts';

interface Row {
  name: string;
  merchantName: string;
  path: string;
  sendEmailReceipts: boolean;
  mcc: string;
  currencies: string[];
  supportsRecurring: boolean;
  supportsInstalments: boolean;
}

export const getTerminalConfiguration = handle(endpoint, async ({ sql, path: { installationId } }) => {
  const [row] = await sql<Row[]>`
    select o.name, m.name as merchant_name, o.path, i.send_email_receipts, i.mcc,
           i.currencies, i.supports_recurring,
           i.supports_instalments
    from installation i
    join organisation o on o.id = i.installation_id
    join organisation m on m.id = i.merchant_id
    where i.installation_id = ${installationId}`;
  if (!row) throw new Error(`installation ${installationId} vanished`);
  const { name, merchantName, path, sendEmailReceipts, ...more } = row;
  return {
    installation: { id: installationId, name, merchantName, installationDetails: { sendEmailReceipts } },
    ...more,
    features: await featuresOn(sql, path),
  };
});
