/**
 * Every page in one table: the table of contents of the product. Other URLs are in `server/http/site.ts`.
 * Paths match without regard to case, so that /Faq and /faq are one. Where the specification and a reader would name
 * a page differently, both names lead to one file and the page names its canonical address.
 * A folder per audience: who may enter.
 */
import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('routes/page.tsx', [
    index('routes/public/home.tsx'),
    route('mentors', 'routes/public/mentors.tsx'),
    route('mentors/in/:destination', 'routes/public/landing.tsx', { id: 'destination' }),
    route('mentors/from/:origin/to/:destination', 'routes/public/landing.tsx', { id: 'crossing' }),
    route('crossings', 'routes/public/crossings.tsx'),
    route('mentors/:slug', 'routes/public/mentor.tsx'),
    route('mentors/:slug/book', 'routes/public/book.tsx'),
    route('mentors/:slug/booking', 'routes/public/booking.ts'),
    route('mentor_profile', 'routes/public/mentor-profile.tsx'),
    route('success', 'routes/public/success.tsx'),
    route('cancel', 'routes/public/cancel.tsx'),
    route('problem', 'routes/public/problem.tsx'),
    route('confirm', 'routes/public/confirm.tsx'),
    route('zone', 'routes/public/zone.ts'),
    route('calendar/:file', 'routes/public/calendar-feed.ts'),
    route('check-camera', 'routes/public/check-camera.tsx'),
    route('cohorts', 'routes/public/cohorts.tsx'),
    route('CohortDetailsPage', 'routes/public/cohort-sample.tsx'),
    route('about', 'routes/public/about.tsx'),
    route('contat', 'routes/public/about.tsx', { id: 'contat' }),
    route('faq', 'routes/public/faq.tsx'),
    route('terms', 'routes/public/terms.tsx'),
    route('privacy', 'routes/public/privacy.tsx'),
    route('theme', 'routes/public/theme.ts'),
    route('ui', 'routes/public/ui-gallery.tsx'),

    route('sign-in', 'routes/public/sign-in.tsx'),
    route('sign-in/dialog', 'routes/public/sign-in-dialog.ts'),
    route('sign-in/code', 'routes/public/sign-in-code.tsx'),
    route('sign-up', 'routes/public/sign-up.tsx'),
    route('sign-out', 'routes/public/sign-out.ts'),
    route('verify-email', 'routes/public/verify-email.tsx'),
    route('forgot-password', 'routes/public/forgot-password.tsx'),
    route('set-password', 'routes/public/set-password.tsx'),
    route('claim', 'routes/member/claim.tsx'),

    route('account', 'routes/member/account.tsx'),
    route('account/picture', 'routes/member/account-picture.tsx'),
    route('account/security', 'routes/member/account-security.tsx'),
    route('account/confirm', 'routes/member/confirm-identity.tsx'),
    route('account/second-step', 'routes/member/second-step.tsx'),
    route('account/data', 'routes/member/account-data.ts'),
    route('account/calendar', 'routes/member/account-calendar.tsx'),
    route('become-a-mentor', 'routes/member/become-a-mentor.tsx'),
    route('become-a-mentor/check', 'routes/member/mentor-checks.tsx'),
    route('BeOurMentor', 'routes/member/become-a-mentor.tsx', { id: 'be-our-mentor' }),
    route('become-a-mentor/apply', 'routes/member/apply.tsx'),
    route('become-a-mentor/draft', 'routes/member/apply-draft.ts'),
    route('become-a-mentor/picture', 'routes/member/apply-picture.ts'),
    route('become-a-mentor/completions', 'routes/public/apply-completions.ts'),

    route('profile', 'routes/mentor/profile.tsx'),
    route('profile/picture', 'routes/mentor/profile-picture.tsx'),
    route('desk', 'routes/mentor/desk.tsx'),
    route('desk/statistics', 'routes/mentor/desk-statistics.tsx'),
    route('desk/hours', 'routes/mentor/desk-hours.tsx'),
    route('desk/sessions', 'routes/mentor/desk-sessions.tsx'),
    route('desk/money', 'routes/mentor/desk-money.tsx'),
    route('desk/pause', 'routes/mentor/desk-pause.tsx'),
    route('desk/calendars', 'routes/mentor/desk-calendars.tsx'),

    route('bookings/:reference', 'routes/booking/booking.tsx'),
    route('bookings/:reference/cancel', 'routes/booking/cancel.tsx'),
    route('bookings/:reference/:secret', 'routes/booking/enter.tsx'),

    route('AdminLogin', 'routes/admin/login.tsx'),
    route('admin-dashboard', 'routes/admin/dashboard.tsx'),
    route('admin-dashboard/imported', 'routes/admin/imported.tsx'),
    route('admin-dashboard/payouts', 'routes/admin/payouts.tsx'),
    route('admin-dashboard/payouts/files', 'routes/admin/payout-files.ts'),
    route('mentor/:id', 'routes/admin/mentor-submission.tsx'),
    route('mentor/:id/claim-link', 'routes/admin/claim-link.tsx'),
    route('mentor/:id/documents/:document', 'routes/admin/mentor-document.ts'),
    route('cohort/:id', 'routes/admin/cohort-submission.tsx'),

    route('bookings/:reference/move', 'routes/booking/move.tsx'),
    route('bookings/:reference/join', 'routes/booking/join.tsx'),
    route('bookings/:reference/calendar.ics', 'routes/booking/calendar-file.ts'),

    route('*', 'routes/public/not-found.tsx'),
  ]),
] satisfies RouteConfig
