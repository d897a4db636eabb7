/** Text that people, keyboards and attackers send. Every text field either stores it as text or refuses it. */

/** `never`: text that must never be stored, so every field refuses it. */
type NaughtyString = { what: string; text: string; never?: true }

const long = 'Lorem ipsum dolor sit amet, '.repeat(400).slice(0, 10 * 1024)

export const naughtyStrings: NaughtyString[] = [
  { what: 'emoji joined into families and flags', text: 'Grace 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇺🇳' },
  { what: 'Hebrew and Arabic, right to left', text: 'גרייס הופר جريس هوبر' },
  { what: 'a mark that turns the direction of text', text: 'Grace \u202Egpj.exe\u202C' },
  { what: 'Chinese and letters outside the first plane', text: '格蕾丝 𠜎𠜱 𝔊𝔯𝔞𝔠𝔢' },
  { what: 'letters typed as a base and an accent', text: 'Rene\u0301e A\u030Angstro\u0308m' },
  { what: 'a pile of accents', text: `G${'\u0323\u0300\u0316'.repeat(12)}race` },
  { what: 'quotes and a backslash', text: `Grace "Amazing" O'Hopper \\ \`` },
  { what: 'an address where a name should be', text: 'Hopper, Grace <evil@example.com>, "x" <y@example.com>' },
  { what: 'a script', text: '<script>alert(1)</script>' },
  { what: 'a tag that breaks out of an attribute', text: `"><img src=x onerror=alert(1)>'` },
  { what: 'an entity', text: '&lt;b&gt; &amp;amp; &#0;' },
  { what: 'SQL', text: `'; drop table bookings; -- ' or 1=1` },
  { what: 'signs that patterns use', text: '100%_\\% [a-z]* .+ $1 ^' },
  { what: 'templates', text: '{{7*7}} ${7*7} <%= 7 %> #{7}' },
  { what: 'a path upwards', text: '../../../../etc/passwd' },
  { what: 'a word that means something to programs', text: '__proto__' },
  { what: 'a word that means nothing', text: 'undefined' },
  { what: 'a dot alone', text: '.' },
  { what: 'invisible letters between visible ones', text: '\uFEFFGr\u200Bac\u00ADe\u2060' },
  { what: 'line ends that few know', text: 'Grace\u2028Hopper\u2029\u0085x' },
  { what: 'line ends that begin a header', text: 'Grace\r\nBcc: evil@example.com\r\n\r\nHello' },
  { what: 'line ends of old', text: 'Grace\rHopper' },
  { what: 'nothing but blanks', text: ' \t\n ' },
  { what: 'ten kilobytes', text: long },
  { what: 'a NUL', text: 'Grace\0Hopper', never: true },
  { what: 'an escape that moves the cursor', text: 'Grace\u001B[2J', never: true },
  { what: 'the first half of a character', text: 'Grace \uD83D', never: true },
  { what: 'the second half of a character', text: '\uDE00 Grace', never: true },
]
