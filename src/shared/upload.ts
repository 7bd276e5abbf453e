/** A file that a request carries, with the other fields of its form. The bytes are private: no code walks over them. */
export class Upload {
  readonly fields: ReadonlyMap<string, string>;
  readonly #file: Uint8Array | undefined;

  constructor(file: Uint8Array | undefined, fields: ReadonlyMap<string, string>) {
    this.#file = file;
    this.fields = fields;
  }

  /** undefined when the form has no field `file` with a file. */
  get file(): Uint8Array | undefined {
    return this.#file;
  }
}

export const isUpload = (value: unknown): value is Upload => value instanceof Upload;
