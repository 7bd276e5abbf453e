import type { ReactNode } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { TimeText } from '../format/time-text.tsx';
import { useTabTitle } from '../tab-title.ts';

interface Props {
  name: string;
  back: ReactNode;
  status: ReactNode;
  created: { label: string; at: string };
  id?: string;
  /** In the headline, after the time. */
  figures?: ReactNode;
  actions: ReactNode;
  /** The result of the last action. */
  flash: string | undefined;
  onFlashClose: () => void;
  children: ReactNode;
}

/** The page of what has a secret: an API key, a webhook. */
export function SecretOwnerPage(props: Props) {
  const { name, back, status, created, id, figures, actions, flash, onFlashClose, children } = props;
  useTabTitle(name);
  return (
    <Page
      back={back}
      title={name}
      subtitle={
        <Headline
          status={status}
          time={
            <>
              {created.label} <TimeText at={created.at} isShort />
            </>
          }
          id={id}
        >
          {figures}
        </Headline>
      }
      actions={actions}
    >
      {flash !== undefined && (
        <Notice kind="success" onClose={onFlashClose}>
          {flash}
        </Notice>
      )}
      {children}
    </Page>
  );
}

interface Places {
  installations: readonly { name: string; merchantName: string }[];
  installationCount: number;
}

/** Installations with their merchants. Those that the user does not see are counted. */
export function installationLines(
  { installations, installationCount }: Places,
  hiddenText: (more: number) => string,
): string[] {
  const hidden = installationCount - installations.length;
  return [
    ...installations.map(({ name, merchantName }) => `${name} · ${merchantName}`),
    ...(hidden === 0 ? [] : [hiddenText(hidden)]),
  ];
}
