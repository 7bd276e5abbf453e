/** A file that a request carries, with the other fields of its form. The bytes are private: no code walks over them. */
export class Upload {
  readonly fields: ReadonlyMap<string, string>;
  /** As the client sent it, which may be any text. */
  readonly fileName: string;
  readonly #file: Uint8Array | undefined;

  constructor(file: Uint8Array | undefined, fields: ReadonlyMap<string, string>, fileName = '') {
    this.#file = file;
    this.fields = fields;
    this.fileName = fileName;
  }

  /** undefined when the form has no field `file` with a file. */
  get file(): Uint8Array | undefined {
    return this.#file;
  }
}

export const isUpload = (value: unknown): value is Upload => value instanceof Upload;
