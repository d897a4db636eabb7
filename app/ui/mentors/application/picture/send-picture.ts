/** Sends the chosen part of a picture, with progress. `fetch` reports no upload progress. */
import * as m from '#messages/application'
import { localPath } from '#words/local-path'
import type { Crop } from './crop.ts'

const MOST_PIXELS = 1_024 // Of a side: more than any page shows.
const QUALITY = 0.9

/** `key`: of the stored picture. `refused`: why it was not stored. */
type Sent = { key: string | null } | { refused: string }

/** The chosen square as a JPEG, upright and without what a camera notes in a file. Null if the browser cannot. */
export async function drawCrop(picture: ImageBitmap, { x, y, side }: Crop): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const pixels = Math.round(Math.min(side, MOST_PIXELS))
  canvas.width = pixels
  canvas.height = pixels
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#ffffff' // Transparent parts become white, as on the server.
  context.fillRect(0, 0, pixels, pixels)
  context.drawImage(picture, x, y, side, side, 0, 0, pixels, pixels)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}

/** `path`: that takes it. `onProgress`: the share that was sent, 0 to 1. */
export function sendPicture(path: string, file: Blob, onProgress: (share: number) => void): Promise<Sent> {
  const form = new FormData()
  form.set('picture', file, 'picture.jpg')
  return post(path, form, onProgress)
}

export function removePicture(path: string): Promise<Sent> {
  return post(path, new URLSearchParams({ intent: 'remove' }), () => {})
}

function post(path: string, body: FormData | URLSearchParams, onProgress: (share: number) => void): Promise<Sent> {
  const request = new XMLHttpRequest()
  const { promise, resolve } = Promise.withResolvers<Sent>()
  request.open('POST', localPath(path))
  request.setRequestHeader('accept', 'application/json')
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
  request.addEventListener('error', () => resolve({ refused: m.pictureNotUploaded() }))
  request.addEventListener('load', () => {
    const response = request.response as { key?: string | null; picture?: string } | null
    if (request.status === 200) resolve({ key: response?.key ?? null })
    else resolve({ refused: response?.picture ?? m.pictureNotUploaded() })
  })
  request.send(body)
  return promise
}
