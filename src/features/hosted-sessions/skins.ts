/** Themes of the payment page, by the id that a merchant sends. Each is a class in src/app/checkout/checkout.css. */
export const skins = ['1', '2', '3', '4'] as const;
export type Skin = (typeof skins)[number];

export const isSkin = (id: string): id is Skin => skins.some((skin) => skin === id);
