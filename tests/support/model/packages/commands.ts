/** The commands of the model test about packages. What is bought, paid or cancelled alike is among the others. */
import * as fc from 'fast-check'
import { cancelSession } from '../after.ts'
import { command, ofSale, often, type Command } from '../command.ts'
import { TARGETS } from '../moves.ts'
import { PACKAGES } from '../rig.ts'
import type { Sale } from '../world.ts'
import { holdPackages, type PackageRequest } from './buy.ts'
import { bookSessions } from './use.ts'

const isPackage = (sale: Sale) => sale.kind === 'package'
/** Also when the product does not know yet that it was paid. */
const isPaid = (sale: Sale) => isPackage(sale) && sale.state === 'paid'

export const packageRequests: fc.Arbitrary<PackageRequest> = fc.record({
  visitor: fc.nat(2),
  device: fc.nat(1),
  offer: fc.nat(5),
  size: fc.nat(PACKAGES.length - 1),
  tabs: fc.constantFrom(1, 1, 1, 2),
})
const holding = packageRequests.map((requested) =>
  command('hold a package', requested, (world, rig) => holdPackages(world, rig, requested)),
)

const times = (minLength: number, maxLength: number) =>
  fc.array(fc.nat(TARGETS.length - 1), { minLength, maxLength }).map((places) => places.map((at) => TARGETS[at]!))
const bookings = times(1, 1).chain((starts) =>
  ofSale('book from a package', isPackage, (sale, world, rig) => bookSessions(sale, world, rig, { starts }), starts),
)
const bookingsAtOnce = fc
  .record({ starts: times(2, 6), by: fc.option(fc.constantFrom('mentee', 'mentor'), { freq: 2 }) })
  .chain(({ starts, by }) =>
    ofSale(
      by ? 'book while a package is cancelled' : 'book at once from a package',
      isPaid,
      (sale, world, rig) => bookSessions(sale, world, rig, { starts, by: by ?? undefined }),
      starts,
    ),
  )
const cancellations = fc.constantFrom('mentee' as const, 'mentor' as const, 'admin' as const).chain((by) =>
  ofSale(
    `cancel a package by ${by}`,
    (sale) => isPaid(sale) && !sale.cancelled,
    (sale, _, rig) => cancelSession(sale, rig, by),
  ),
)

export const withPackages: fc.Arbitrary<Command>[] = [
  ...often(3, holding),
  ...often(10, bookings),
  ...often(4, bookingsAtOnce),
  ...often(2, cancellations),
]
