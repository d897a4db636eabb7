/**
 * Storage in a bucket of Amazon S3 or of a service with the same protocol, where writing an object is atomic. The
 * access key needs s3:GetObject, s3:PutObject and s3:DeleteObject on the objects, and s3:ListBucket on the bucket:
 * without the last, S3 reports a missing object as forbidden, which throws here.
 */
import type { S3Client } from '@aws-sdk/client-s3'
import type { Storage } from '#server/platform/storage/store'

export type Bucket = {
  name: string
  region: string
  /** The service's URL. Undefined: Amazon's. */
  endpoint?: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

const CONNECT_TIMEOUT_MS = 3_000
const RESPONSE_TIMEOUT_MS = 10_000

/** `silence`: milliseconds for a response to begin, and then for each further part of it. */
export function openBucket(
  { name, region, endpoint, accessKeyId, secretAccessKey }: Bucket,
  silence = RESPONSE_TIMEOUT_MS,
): Storage {
  let opening: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined

  /** Loads the SDK with the first file, since it takes memory that a folder on disk never needs. */
  const open = () => {
    opening ??= import('@aws-sdk/client-s3').then((sdk) => {
      const client = new sdk.S3Client({
        region,
        credentials: { accessKeyId, secretAccessKey },
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}), // Only Amazon has a host name per bucket.
        maxAttempts: 3,
        requestHandler: {
          connectionTimeout: CONNECT_TIMEOUT_MS,
          requestTimeout: silence,
          socketTimeout: silence, // The other one ends when the first bytes of the response are there.
          throwOnRequestTimeout: true,
        },
        // Otherwise the SDK adds Amazon's checksums, which other services refuse or store as part of the file.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      })
      return { sdk, client }
    })
    return opening
  }

  return {
    async put(path, bytes) {
      const { sdk, client } = await open()
      await client.send(new sdk.PutObjectCommand({ Bucket: name, Key: path, Body: bytes }))
    },

    async read(path) {
      const { sdk, client } = await open()
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: name, Key: path }))
        return (await Body?.transformToByteArray()) ?? null
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null
        throw error
      }
    },

    async remove(path) {
      const { sdk, client } = await open()
      await client.send(new sdk.DeleteObjectCommand({ Bucket: name, Key: path }))
    },

    async *list(folder = '') {
      const { sdk, client } = await open()
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket: name, Prefix: folder }))
        for (const { Key } of page.Contents ?? []) if (Key) yield Key
    },
  }
}
