/** Downloads the register of all tax documents of a year. */
import * as m from '#messages/admin'
import { Button } from '../controls/button.tsx'
import { FilesOfYear, type FileYear } from './files-of-year.tsx'

export const DocumentRegister = ({ years }: { years: FileYear[] }) => (
  <FilesOfYear id="register-year" years={years} chosen={years[0]?.year}>
    <Button type="submit" name="format" value="documents" variant="secondary">
      {m.downloadRegister()}
    </Button>
  </FilesOfYear>
)
