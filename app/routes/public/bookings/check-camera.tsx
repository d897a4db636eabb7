/** /check-camera — tries camera and microphone before a session. Nothing is recorded, and nothing leaves the browser. */
import * as m from '#messages/bookings'
import { CameraCheck } from '../../../ui/bookings/page/meeting/camera-check.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'

/** The only page of the product whose document may use them. */
export const headers = () => ({
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(self), payment=(), usb=()',
  'X-Robots-Tag': 'noindex',
})

export default function CheckCamera() {
  return (
    <div className="page py-8 md:py-14">
      <PageHead title={m.checkCamera()} />
      <div className="mx-auto grid max-w-[44rem] gap-5">
        <h1 className="text-2xl sm:text-3xl">{m.checkCamera()}</h1>
        <p className="text-lg">{m.checkCameraLead()}</p>
        <CameraCheck />
      </div>
    </div>
  )
}
