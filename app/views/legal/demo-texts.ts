/**
 * What a demo shows in place of the operator's terms and privacy notice. It describes the product as it is. Server
 * side.
 */
import { CHECKOUT_MINUTES } from '#domain/bookings/booking'
import { generalRefundSentence } from '#words/refund-sentence'

export const demoTerms = (): string => `
# What you book
You book time with a mentor: a person who has moved to study or to work abroad, and who talks with you about it. The
mentor's page says what the session is about, how long it lasts and what it costs. You do not need an account.

Mentors speak from their own experience. They are not your lawyer, your immigration adviser or your doctor, and what
they say about visas is not legal advice.

# When it is yours
When you press Pay, your time is held for ${CHECKOUT_MINUTES} minutes while you pay by card on the payment provider's own page. It is booked
when the payment provider tells us that you have paid, and not before. We then send you the confirmation by email.

If your payment reaches us when the time is no longer held and someone else has it, nothing is booked and we refund the
whole amount to your card.

# What it costs
Prices are in pounds and per session. The price you see when you press Pay is the price you pay; your bank converts it
to your currency and may charge for that.

# Cancelling
${generalRefundSentence()}
You cancel on your booking's page, which the link in our emails opens. It shows the refund before you confirm. The money is
refunded to the card you paid with.

If a mentor cancels or does not come, you get a full refund, or another time if you prefer.

# Your right to change your mind
Consumers in the United Kingdom and the European Union may withdraw from a contract like this within 14 days. By
accepting these terms you ask us to provide the session before those 14 days end if you chose a time that soon. Once the
session has been held in full, the right to withdraw is used up. What the part before says of cancelling comes on top of
this right and takes nothing away from it.

# How we deal with each other
Come on time and be civil; mentors do the same. Do not ask a mentor to write your application, sit your test or find you
a way around a law. We may end a session that turns abusive.

# When something goes wrong
Write to us and we will look into it. Nothing in these terms limits rights that the law of the country you live in gives you
as a consumer.
`

export const DEMO_PRIVACY = `
# What we keep
To book, you give your name, your email address, your phone number and, if you like, what you want to talk about. With
them we keep what you booked, when, in which time zone, what you paid, and when you accepted which version of the terms.

We do not see your card. You type it on the payment provider's page, and we keep only the provider's number for the
payment.

If you create an account, we keep your name, your email address, how you sign in and where you are signed in, and, if you
give them, a picture, your time zone and where you are going. The first table below lists everything.

# What it is for
To hold the session and to reach you about it by email or phone; to let you, and only you, into your account. We send
no advertising and sell nothing to anyone.

# Who else sees it
The payment provider, because it takes the payment and any refund. The mail provider, because it delivers our emails.
No one else, unless a law obliges us.

# How long
The tables below give the period for each kind of data. This is a demo: deleting its data folder deletes all of it.

# Your rights
You can ask what we keep about you, have it corrected or deleted, and take it with you: write to us. With an account
you can download all of it yourself, under Your data. You can also complain to the authority that watches over data protection where you live.

# No tracking
There are no advertisements here, no counting of visitors by others, and no file from any other site. What this site
stores in your browser is in the last table below; all of it is needed for what you do here.
`
