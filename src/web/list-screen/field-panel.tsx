import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { PickList } from '#ui/form/pick-list.tsx';
import { DropPanel, type DropPanelProps } from '#ui/overlay/drop-panel.tsx';
import { SheetWindow } from '#ui/overlay/sheet-window.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTranslation } from '../translate/use-translation.ts';
import { FieldEditor } from './field-editor.tsx';
import { type ListField, fieldValue } from './list-field.ts';
import classes from './filter-bar.module.css';

interface StepProps {
  fields: readonly ListField[];
  /** The field that is being set; undefined: the list of fields. */
  fieldId: string | undefined;
  /** The panel began with the list of fields, so there is a way back to it. */
  hasBack: boolean;
  onField: (id: string | undefined) => void;
  /** After a value was applied. */
  onDone: () => void;
  onClose: () => void;
}

export type FieldPanelProps = StepProps & {
  isOpen: boolean;
  /** On a phone it is a sheet from the bottom edge. */
  isSheet: boolean;
  target: DropPanelProps['target'];
  /** Above the fields of a sheet: the order of the cards. */
  order?: ReactNode;
  /** "Show 42 payments". */
  showLabel: string;
};

/** The fields of a list, and the editor of one of them, below the button that opened it or in a sheet. */
export function FieldPanel({ isOpen, isSheet, target, order, showLabel, ...step }: FieldPanelProps) {
  const { t } = useTranslation();
  if (!isSheet) {
    return (
      <DropPanel
        target={target}
        isOpen={isOpen}
        onChange={(next) => !next && step.onClose()}
        align="start"
        label={step.fields.find(({ id }) => id === step.fieldId)?.label ?? t('list.filters')}
        className={classes.panel}
      >
        <PanelStep key={step.fieldId} {...step} />
      </DropPanel>
    );
  }
  return (
    <SheetWindow isOpen={isOpen} onClose={step.onClose} title={t('list.filters')}>
      <div className={classes.sheet}>
        <div className={classes.steps}>
          {step.fieldId === undefined && order}
          <PanelStep key={step.fieldId} {...step} />
        </div>
        {step.fieldId === undefined && (
          <div className={classes.foot}>
            <Button fullWidth onClick={step.onClose}>
              {showLabel}
            </Button>
          </div>
        )}
      </div>
    </SheetWindow>
  );
}

function PanelStep({ fields, fieldId, hasBack, onField, onDone, onClose }: StepProps) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const frame = useRef<HTMLDivElement>(null);
  const field = fields.find(({ id }) => id === fieldId);
  // The panel takes the focus when it opens; here one step follows another inside it.
  useEffect(() => {
    const first = '[data-autofocus], input, button, select, [tabindex="0"]';
    const around = frame.current;
    (
      around?.querySelector<HTMLElement>('[data-autofocus]') ?? around?.querySelector<HTMLElement>(first)
    )?.focus();
  }, []);
  if (field === undefined || field.kind === 'dialog') {
    return (
      <div ref={frame}>
        <PickList
          label={t('list.filters')}
          items={fields.map((each) => ({ value: each.id, label: each.label, end: fieldValue(each, texts) }))}
          onPick={(id) => {
            const picked = fields.find((each) => each.id === id);
            if (picked?.kind !== 'dialog') return onField(id);
            onClose();
            picked.onOpen();
          }}
          searchLabel={t('list.find_field')}
          emptyText={t('list.nothing_found')}
        />
      </div>
    );
  }
  return (
    <>
      <div className={classes.head} data-alone={!hasBack || undefined}>
        {hasBack && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('list.all_fields')}
            onClick={() => onField(undefined)}
          >
            <IconArrowLeft size={16} aria-hidden />
          </ActionIcon>
        )}
        <span>{field.label}</span>
      </div>
      <div ref={frame}>
        <FieldEditor field={field} onDone={onDone} />
      </div>
    </>
  );
}
