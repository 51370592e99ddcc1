/** A source that cannot be used; the message is for people. */
type InputErrorKind = 'unreadable' | 'unauthorized' | 'no-video';

export class InputError extends Error {
  readonly kind: InputErrorKind;

  constructor(kind: InputErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
