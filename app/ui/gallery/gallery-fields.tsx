import { Checkbox, Field, Select, TextArea } from '../controls/field.tsx'

const CITIES = ['Amsterdam', 'Kolkata', 'Lagos', 'Manchester']

/** What is filled in, as it is at rest, wrong and disabled. */
export function FieldPieces() {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
      <Field id="gallery-name" name="name" label="Full name" autoComplete="off" />
      <Field
        id="gallery-email"
        name="email"
        type="email"
        label="Email"
        hint="The confirmation is sent here."
        defaultValue="priya@example"
        error="Enter an email address, like name@example.com"
        autoComplete="off"
      />
      <Field id="gallery-phone" name="phone" label="Phone" defaultValue="+91 98200 00000" disabled />
      <Select id="gallery-zone" name="zone" label="Your time zone" hint="Times are shown in it.">
        <Cities />
      </Select>
      <Select
        id="gallery-zone-wrong"
        name="zone"
        label="Your time zone"
        error="Choose a time zone from the list"
        optional
      >
        <Cities />
      </Select>
      <Select id="gallery-zone-off" name="zone" label="Your time zone" disabled>
        <Cities />
      </Select>
      <div className="sm:col-span-2">
        <TextArea id="gallery-topic" name="topic" label="What would you like to talk about?" optional />
      </div>
      <Checkbox id="gallery-terms" name="terms" label="I accept the terms" defaultChecked hint="A hint below it." />
      <Checkbox id="gallery-terms-wrong" name="terms" label="I accept the terms" error="Accept the terms to continue" />
      <Checkbox id="gallery-terms-off" name="terms" label="Not to be changed" disabled />
    </div>
  )
}

function Cities() {
  return CITIES.map((city) => <option key={city}>{city}</option>)
}
