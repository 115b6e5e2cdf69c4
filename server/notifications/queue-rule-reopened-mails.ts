import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { vehicleOf } from '../catalog/queries.ts'
import { listAdministratorAddresses } from '../shops/shop-addresses.ts'
import { getShopAndPackage } from './queue-customer-mail.ts'
import { queueMail } from './queue-mail.ts'

/** Tells the administrators that a package did not fit, and how many rules changed. */
export async function queueRuleReopenedMails(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  { note, ruleCount }: { note: string; ruleCount: number },
): Promise<void> {
  const { shop_id: shopId, package_id: packageId } = appointment
  const {
    business_name: shopName,
    address: shopAddress,
    name,
  } = await getShopAndPackage(tx, { shopId, packageId })
  const at = new Date(context.clock.now())
  for (const recipient of await listAdministratorAddresses(tx))
    await queueMail(tx, {
      kind: 'fitment_rule_reopened',
      recipient,
      at,
      payload: {
        shopId,
        shopName,
        shopAddress,
        createdAt: at.toISOString(),
        vehicle: vehicleOf(appointment),
        packageName: name,
        note,
        ruleCount,
        isCharged: appointment.state === 'completed',
        fitmentUrl: `${context.config.publicUrl}/admin?view=fitment`,
      },
    })
}
