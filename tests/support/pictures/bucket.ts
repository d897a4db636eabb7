/** An S3 service on loopback with an empty bucket, or several, and one access key. It does not verify signatures. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { Bucket } from '#server/platform/storage/bucket'

export async function startBucket({ beside = [] }: { beside?: string[] } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'landfall-bucket-'))
  const name = 'landfall'
  const configureBuckets = [name, ...beside].map((each) => ({ name: each }))
  const service = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
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

/** The same service, which takes no more once it is `filled`. It answers as MinIO does then; reading goes on. */
export async function startBucketThatFills() {
  const { bucket, close } = await startBucket()
  let isFull = false
  const server = createServer((requested, response) => {
    if (isFull && requested.method === 'PUT') {
      requested.resume()
      response.writeHead(507, { 'content-type': 'application/xml' })
      response.end(
        '<?xml version="1.0" encoding="UTF-8"?><Error><Code>XMinioStorageFull</Code><Message>Storage backend has reached its minimum free drive threshold. Please delete a few objects to proceed.</Message></Error>',
      )
      return
    }
    const { method, headers, url } = requested
    const passed = request(new URL(url!, bucket.endpoint), { method, headers }, (stored) => {
      response.writeHead(stored.statusCode!, stored.headers)
      stored.pipe(response)
    })
    requested.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    bucket: { ...bucket, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    fill: () => void (isFull = true),
    async close() {
      server.closeAllConnections()
      server.close()
      await close()
    },
  }
}
