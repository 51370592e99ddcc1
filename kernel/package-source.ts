/** Files out of a published package, to be used as data: never installed, never executed. */

export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Of the whole tarball, base64, as in a lock file but without the prefix. */
  readonly sha512: string;
}

export interface ExtractPackageOptions {
  /** Paths inside the package, for example `models/model.json`. */
  readonly files: readonly string[];
  /** Folder that receives them under the same relative paths; made when missing. */
  readonly into: string;
  readonly onStep?: (step: PackageStep) => void;
  readonly signal?: AbortSignal;
}

export type PackageStep = 'download' | 'check' | 'extract';

/**
 * Throws MODEL_UNAVAILABLE (retryable) when the package cannot be had, MODEL_INVALID when it is not
 * the package that was meant or lacks a file.
 */
export type ExtractPackage = (
  source: PublishedPackage,
  options: ExtractPackageOptions,
) => Promise<void>;
