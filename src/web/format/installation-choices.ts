import type { Choice, ChoiceGroup } from '#ui/form/select-field.tsx';

interface Installation {
  id: number;
  name: string;
  merchantName: string;
}

/** The name of an installation where no heading names its merchant. */
export const fullInstallationName = ({
  name,
  merchantName,
}: Pick<Installation, 'name' | 'merchantName'>): string =>
  name.startsWith(merchantName) ? name : `${merchantName} – ${name}`;

/**
 * Installations below the names of their merchants, in the server's order. A merchant with one installation has no heading,
 * and comes first: below a heading it would seem to belong to that merchant.
 */
export function installationChoices<T extends Installation>(
  installations: readonly T[],
  labelOf: (installation: T, name: string) => string = (_installation, name) => name,
): (Choice | ChoiceGroup)[] {
  const merchants = Map.groupBy(installations, ({ merchantName }) => merchantName);
  const singles: Choice[] = [];
  const groups: ChoiceGroup[] = [];
  for (const [group, merchantInstallations] of merchants) {
    const [only] = merchantInstallations;
    if (only !== undefined && merchantInstallations.length === 1) {
      singles.push({ value: String(only.id), label: labelOf(only, fullInstallationName(only)) });
    } else {
      const items = merchantInstallations.map((installation) => ({
        value: String(installation.id),
        label: labelOf(installation, installation.name),
      }));
      groups.push({ group, items });
    }
  }
  return [...singles, ...groups];
}
