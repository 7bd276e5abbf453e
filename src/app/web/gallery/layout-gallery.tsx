import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';

export function LayoutGallery() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <Section title="Panel">
        <Button
          mb={12}
          variant="default"
          aria-expanded={isOpen}
          aria-controls="sample-panel"
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters
        </Button>
        <Panel id="sample-panel" label="Filters" isOpen={isOpen}>
          Opens and closes in 500 ms.
        </Panel>
      </Section>
      <Section title="Details" aside={<StatusBadge tone="success" label="Success" />}>
        <p>
          <MoneyText amount="1693.34" currencyCode="USD" isLarge />
        </p>
        <DetailsList
          columns={2}
          details={[
            { label: 'Transaction ID', value: <CopyText text="10003699915" /> },
            {
              label: 'Amount',
              value: <MoneyText amount="1234567890123456.78" currencyCode="GBP" />,
              isNumeric: true,
            },
            { label: 'Merchant reference', value: 'ORD-899997' },
            {
              label: 'Description',
              value: 'Marketplace purchase, three items from two sellers, gift wrapped',
            },
            { label: 'Card issuer', value: null },
          ]}
        />
      </Section>
      <Section title="Closed section" isOpenAtFirst={false}>
        Content
      </Section>
      <Section title="Status badges">
        <Group>
          <StatusBadge tone="success" label="Success" />
          <StatusBadge tone="failed" label="Failed" />
          <StatusBadge tone="pending" label="Pending" />
          <StatusBadge tone="neutral" label="Voided" />
          <StatusBadge tone="warning" label="Unknown" />
          <StatusBadge tone="info" label="Enrolled" />
        </Group>
      </Section>
    </>
  );
}
