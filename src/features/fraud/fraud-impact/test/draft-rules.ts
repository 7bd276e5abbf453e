export const emailIs = (value: string) =>
  ({ type: 'simple', field: 'customerEmail', operator: 'equalTo', value }) as const;

/** A rule that has not been saved, of one merchant. */
export const draft = (conditions: readonly object[], more: object = {}) => ({
  ruleType: 'rule',
  action: 'Block',
  merchantIds: [1111],
  installationIds: [5300001],
  joinedConditions: { logicalOperator: 'and', conditions },
  ...more,
});
