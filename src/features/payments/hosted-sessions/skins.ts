/** Themes of the payment page, by the id that a merchant sends. Each is a class in src/app/checkout/checkout.css. */
export const skins = ['1', '2', '3', '4'] as const;
export type Skin = (typeof skins)[number];

/** Names for merchants' developers. */
export const skinNames: Readonly<Record<Skin, string>> = {
  '1': 'Standard',
  '2': 'Green',
  '3': 'Plain',
  '4': 'Red',
};

/** The skin of a session that names none. */
export const defaultSkin: Skin = '1';

export const isSkin = (id: string): id is Skin => skins.some((skin) => skin === id);
