interface Unit {
  id: number | string;
  parentOrgId?: number | null;
  name: string;
}

/** An organisation as a node of the tree picker. */
export const organisationNode = ({ id, parentOrgId, name }: Unit) => ({
  id: String(id),
  parentId: parentOrgId == null ? undefined : String(parentOrgId),
  label: name,
});
