/** A place in an object storage, as `s3://bucket/prefix` and the usual variables name it. */
export interface BucketAddress {
  bucket: string;
  /** In front of every key: empty, or with a slash at its end. */
  prefix: string;
  /** Undefined is AWS. */
  endpoint: string | undefined;
  region: string;
  /** Undefined: as the client finds them, such as those of the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
}

/** Variables of the environment, read. */
export interface BucketVariables {
  S3_ENDPOINT?: string | undefined;
  S3_REGION?: string | undefined;
  AWS_REGION?: string | undefined;
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
}

export const BUCKET_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;

/** @param url that BUCKET_ADDRESS takes. */
export function readBucketAddress(url: string, variables: BucketVariables): BucketAddress {
  const [, bucket = '', path = ''] = BUCKET_ADDRESS.exec(url) ?? [];
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = variables;
  const prefix = path
    .split('/')
    .filter((part) => part !== '')
    .join('/');
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: variables.S3_ENDPOINT,
    region: variables.S3_REGION ?? variables.AWS_REGION ?? 'us-east-1',
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) },
  };
}
