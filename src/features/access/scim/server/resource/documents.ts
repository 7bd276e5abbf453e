import { groupSchemaUrn } from './group-resource.ts';
import { maxCount } from './read-query.ts';
import { userSchemaUrn } from './user-resource.ts';

const coreUrn = 'urn:ietf:params:scim:schemas:core:2.0';

/** RFC 7643, section 5. */
export const serviceProviderConfig = (baseUrl: string) => ({
  schemas: [`${coreUrn}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxCount },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator creates in the settings, in the Authorization header',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
});

/** RFC 7643, section 6. */
export const resourceTypes = (baseUrl: string) =>
  [
    { name: 'User', endpoint: '/Users', description: 'User account', schema: userSchemaUrn },
    { name: 'Group', endpoint: '/Groups', description: 'Group of users', schema: groupSchemaUrn },
  ].map((type) => ({
    schemas: [`${coreUrn}:ResourceType`],
    id: type.name,
    ...type,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${type.name}` },
  }));

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'immutable';
  returned: 'default' | 'always';
  uniqueness: 'none' | 'server';
  canonicalValues?: string[];
  referenceTypes?: string[];
  subAttributes?: Attribute[];
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const readOnly = { mutability: 'readOnly' } as const;
const reference = (type: string, description: string): Attribute =>
  attribute('$ref', description, { type: 'reference', referenceTypes: [type], caseExact: true, ...readOnly });

const userAttributes: Attribute[] = [
  attribute('userName', 'The email address with which the user signs in, unique in the product', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'The parts of the name', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'First and last name', readOnly),
      attribute('givenName', 'First name'),
      attribute('familyName', 'Last name'),
    ],
  }),
  attribute('displayName', 'The name as the identity provider shows it'),
  attribute('emails', 'One address; the work address of several', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address'),
      attribute('type', 'Always work', { canonicalValues: ['work'], ...readOnly }),
      attribute('primary', 'Always true', { type: 'boolean', ...readOnly }),
    ],
  }),
  attribute('active', 'Whether the user may sign in', { type: 'boolean' }),
  attribute('locale', 'Language and country. The language is used for the first emails'),
  attribute('timezone', 'Time zone, as Europe/London'),
  attribute('groups', 'At most 100 groups of the user', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'The id of the group', { caseExact: true, ...readOnly }),
      reference('Group', 'The address of the group'),
      attribute('display', 'The name of the group', readOnly),
      attribute('type', 'Always direct', { canonicalValues: ['direct'], ...readOnly }),
    ],
  }),
];

const groupAttributes: Attribute[] = [
  attribute('displayName', 'The name of the group, unique in the company', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('members', 'Users of the company', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user', { caseExact: true, mutability: 'immutable' }),
      reference('User', 'The address of the user'),
      attribute('type', 'Always User', { canonicalValues: ['User'], mutability: 'immutable' }),
      attribute('display', 'The name of the user', readOnly),
    ],
  }),
];

/** RFC 7643, section 7, with the attributes that the product keeps. */
export const schemaDocuments = (baseUrl: string) =>
  [
    { id: userSchemaUrn, name: 'User', description: 'User account', attributes: userAttributes },
    { id: groupSchemaUrn, name: 'Group', description: 'Group of users', attributes: groupAttributes },
  ].map((schema) => ({
    schemas: [`${coreUrn}:Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
  }));
