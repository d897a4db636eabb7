/** Choosing the part of a picture that is shown: by dragging, by keys, and by buttons for those who do neither. */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useEffect, useRef, type ComponentType, type KeyboardEvent, type PointerEvent } from 'react'
import * as m from '#messages/application'
import { movedCrop, zoomedCrop, type Crop } from './crop.ts'

type CropBoxProps = { picture: ImageBitmap; crop: Crop; onCrop: (crop: Crop) => void }

const STEP = 0.05 // Of the square's side.
const ZOOM = 1.15
const PIXELS = 640

type Change = (crop: Crop, picture: ImageBitmap) => Crop
type Control = {
  name: () => string
  keys: string[]
  Icon: ComponentType<{ size: number; strokeWidth: number }>
  change: Change
}

const to =
  (right: number, down: number): Change =>
  (crop, picture) =>
    movedCrop(crop, picture, right, down)
const by =
  (times: number): Change =>
  (crop, picture) =>
    zoomedCrop(crop, picture, times)

const CONTROLS: Control[] = [
  { name: m.showMoreLeft, keys: ['ArrowLeft'], Icon: ArrowLeft, change: to(-STEP, 0) },
  { name: m.showMoreRight, keys: ['ArrowRight'], Icon: ArrowRight, change: to(STEP, 0) },
  { name: m.showMoreTop, keys: ['ArrowUp'], Icon: ArrowUp, change: to(0, -STEP) },
  { name: m.showMoreBottom, keys: ['ArrowDown'], Icon: ArrowDown, change: to(0, STEP) },
  { name: m.zoomIn, keys: ['+', '='], Icon: ZoomIn, change: by(ZOOM) },
  { name: m.zoomOut, keys: ['-', '_'], Icon: ZoomOut, change: by(1 / ZOOM) },
]

export function CropBox({ picture, crop, onCrop }: CropBoxProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const last = useRef<{ x: number; y: number } | null>(null)

  useEffect(() => {
    const { x, y, side } = crop
    canvas.current?.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, PIXELS, PIXELS)
  }, [picture, crop])

  const press = (event: KeyboardEvent) => {
    const control = CONTROLS.find(({ keys }) => keys.includes(event.key))
    if (!control || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onCrop(control.change(crop, picture))
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!last.current) return
    const { width } = event.currentTarget.getBoundingClientRect()
    const [right, down] = [last.current.x - event.clientX, last.current.y - event.clientY]
    last.current = { x: event.clientX, y: event.clientY }
    onCrop(movedCrop(crop, picture, right / width, down / width))
  }
  const letGo = () => {
    last.current = null
  }
  return (
    <div className="grid w-fit gap-2">
      <p id="apply-crop-hint" className="note">
        {m.cropHint()}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The buttons below do the same. */}
      <div
        id="apply-crop"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Its keys move and zoom the picture.
        tabIndex={0}
        role="application"
        aria-label={m.visiblePart()}
        aria-describedby="apply-crop-hint"
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          last.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        className="line size-72 cursor-grab touch-none overflow-clip rounded-control bg-shoal-1 sm:size-80"
      >
        <canvas ref={canvas} width={PIXELS} height={PIXELS} aria-hidden="true" className="size-full" />
      </div>
      <div className="flex w-72 justify-between sm:w-80">
        {CONTROLS.map(({ name, keys, Icon, change }) => (
          <button
            key={keys[0]}
            type="button"
            aria-label={name()}
            onClick={() => onCrop(change(crop, picture))}
            className="icon-button"
          >
            <Icon size={20} strokeWidth={1.75} />
          </button>
        ))}
      </div>
    </div>
  )
}
