/**
 * A bucket as storage: Amazon's S3, or a service that speaks its protocol. Writing an object is atomic there by itself.
 * The key needs s3:GetObject, s3:PutObject and s3:DeleteObject on the objects, and s3:ListBucket on the bucket: without the
 * last a missing object is answered as forbidden, which here throws.
 */
import type { S3Client } from '@aws-sdk/client-s3'
import type { Storage } from '#server/storage/store'

export type Bucket = {
  name: string
  region: string
  /** Whose service it is. Absent: Amazon's own. */
  endpoint?: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

const CONNECT_MILLISECONDS = 3_000
const ANSWER_MILLISECONDS = 10_000

export function openBucket({ name, region, endpoint, accessKeyId, secretAccessKey }: Bucket): Storage {
  let opening: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined

  /** The SDK, loaded with the first file: it takes memory, and a folder on disk never needs it. */
  const open = () => {
    opening ??= import('@aws-sdk/client-s3').then((sdk) => {
      const client = new sdk.S3Client({
        region,
        credentials: { accessKeyId, secretAccessKey },
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}), // A name for each bucket is Amazon's way only.
        maxAttempts: 3,
        requestHandler: {
          connectionTimeout: CONNECT_MILLISECONDS,
          requestTimeout: ANSWER_MILLISECONDS,
          throwOnRequestTimeout: true,
        },
        // The SDK adds checksums of Amazon's own otherwise, which other services refuse or store as part of the file.
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
  }
}
