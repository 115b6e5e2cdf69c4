import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { formatVehicle } from './appointment-words.ts'

/** The car of an appointment, with its VIN if given. */
export function VehicleFacts({ vehicle }: { vehicle: CustomerAppointment['vehicleInfo'] | null }) {
  return (
    <>
      <bdi>{formatVehicle(vehicle)}</bdi>
      {vehicle?.vin && <span className="block text-sm wrap-anywhere text-muted">VIN: {vehicle.vin}</span>}
    </>
  )
}
