import { expect, it } from 'vitest'
import { linkedinAddress } from './linkedin.ts'

it.each(['https://www.linkedin.com/in/ada', 'https://linkedin.com/in/ada', 'https://uk.linkedin.com/in/ada'])(
  'links to the LinkedIn profile %s',
  (address) => {
    expect(linkedinAddress(address)).toBe(address)
  },
)

it.each([
  '',
  'ada on LinkedIn',
  'http://www.linkedin.com/in/ada',
  'javascript:alert(1)//linkedin.com',
  'https://linkedin.com@evil.test/in/ada',
  'https://user:secret@linkedin.com/in/ada',
  'https://linkedin.com.evil.test/in/ada',
  'https://notlinkedin.com/in/ada',
])('does not link to %j', (typed) => {
  expect(linkedinAddress(typed)).toBeNull()
})
