// The few parts of the platform's pages that other areas may use.
export { type CodedBed, printBedCodes } from '#web/areas/platform/bed/bedCodes.part'
export { AddressDrawer } from '#web/areas/platform/screen/address.part'
