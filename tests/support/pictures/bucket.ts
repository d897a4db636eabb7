/** An S3 service on loopback with one empty bucket and one access key. It does not verify signatures. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { Bucket } from '#server/storage/bucket'

export async function startBucket() {
  const directory = mkdtempSync(join(tmpdir(), 'landfall-bucket-'))
  const name = 'landfall'
  const service = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name }] })
  const { port } = await service.run()
  const bucket: Bucket = {
    name,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  return {
    bucket,
    async close() {
      await service.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
