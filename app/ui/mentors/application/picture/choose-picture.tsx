/** Chooses a picture, of which the part that is shown is cut out first. Without scripts the middle is taken. */
import { useState, type ChangeEvent } from 'react'
import * as m from '#messages/application'
import { Button } from '../../../controls/button.tsx'
import { control, describedBy, Labelled } from '../../../controls/field.tsx'
import { fieldId } from '../../../forms/typed-fields.ts'
import { CropBox } from './crop-box.tsx'
import { centred, LEAST_SIDE, type Crop } from './crop.ts'
import { drawCrop, removePicture, sendPicture } from './send-picture.ts'

type Chosen = { bitmap: ImageBitmap; crop: Crop }

type ChoosePictureProps = {
  /** That takes the picture. Without scripts the form `apply-picture` posts it. */
  path: string
  label: string
  /** The key of the one chosen here; null without one. */
  picture: string | null
  /** Why a picture was refused, on a page without scripts. */
  uploaded: string | null
  /** `key`: null after the one chosen here was removed. */
  onPicture: (key: string | null) => void
}

export function ChoosePicture({ path, label, picture, uploaded, onPicture }: ChoosePictureProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [error, setError] = useState(uploaded)
  const [sent, setSent] = useState<number | null>(null)
  const [done, setDone] = useState('')
  const file = { id: fieldId('portrait'), hint: m.pictureHint(), error: error ?? undefined }

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [picked] = event.target.files ?? []
    setError(null)
    setDone('')
    setChosen(null)
    if (!picked) return
    // What the browser cannot open, the server looks at: it may know the format, or say why not.
    const bitmap = await createImageBitmap(picked).catch(() => null)
    if (!bitmap) await send(picked)
    else if (Math.min(bitmap.width, bitmap.height) < LEAST_SIDE) setError(m.pictureTooSmall())
    else setChosen({ bitmap, crop: centred(bitmap) })
  }
  const send = async (blob: Blob) => {
    setSent(0)
    setError(null)
    const response = await sendPicture(path, blob, setSent)
    setSent(null)
    if ('refused' in response) setError(response.refused)
    else {
      setChosen(null)
      setDone(m.pictureSaved())
      onPicture(response.key)
    }
  }
  const sendChosen = async ({ bitmap, crop }: Chosen) => {
    setSent(0) // At once: a busy browser takes its time to draw.
    const drawn = await drawCrop(bitmap, crop)
    if (drawn) return send(drawn)
    setSent(null)
    return setError(m.cropFailed())
  }
  const remove = async () => {
    const response = await removePicture(path)
    if ('refused' in response) setError(response.refused)
    else {
      setDone(m.pictureRemoved())
      onPicture(null)
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Labelled {...file} label={picture ? m.changePicture() : label} optional>
        <input
          {...describedBy(file)}
          id={file.id}
          type="file"
          name="picture"
          form="apply-picture"
          accept="image/jpeg,image/png,image/webp,image/avif"
          disabled={sent !== null}
          onChange={(event) => void choose(event)}
          className={`${control} file:me-3 file:min-h-8 file:cursor-pointer file:rounded-mark file:bg-shoal-2 file:px-3 file:font-semibold file:text-ink`}
        />
      </Labelled>
      <div className="grid gap-2 scripted:hidden">
        <p className="note">{m.saveDraftFirst()}</p>
        <div>
          <Button type="submit" form="apply-picture" variant="secondary">
            {m.upload()}
          </Button>
        </div>
      </div>
      {chosen && (
        <>
          <CropBox picture={chosen.bitmap} crop={chosen.crop} onCrop={(crop) => setChosen({ ...chosen, crop })} />
          <div>
            <Button disabled={sent !== null} onClick={() => void sendChosen(chosen)}>
              {sent === null ? m.confirmPicture() : m.uploading()}
            </Button>
          </div>
        </>
      )}
      {sent !== null && (
        <progress value={sent} max={1} aria-label={m.uploadProgress()} className="h-3 w-full max-w-80 accent-magenta" />
      )}
      <output className={done ? 'text-ink-2' : 'sr-only'}>{done}</output>
      {picture && !chosen && (
        <div>
          <Button variant="secondary" className="hidden scripted:inline-flex" onClick={() => void remove()}>
            {m.removePicture()}
          </Button>
        </div>
      )}
    </div>
  )
}
