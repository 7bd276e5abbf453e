/** The body of a rule of Harbour Coffee that defers the payments of an email address, and captures them after two days. */
export const deferringRule = (email: string, name: string) => ({
  name,
  description: 'From a test',
  merchantIds: [1111],
  installationIds: [5300001],
  active: true,
  action: 'Defer',
  deferFinalAction: 'capture',
  deferWaitPeriod: '2 days',
  joinedConditions: {
    logicalOperator: 'and',
    conditions: [{ type: 'simple', field: 'customerEmail', operator: 'equalTo', value: email }],
  },
});
