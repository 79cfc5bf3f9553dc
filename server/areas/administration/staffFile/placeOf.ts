// How a bed is called in files of the staff.

/** 松鹤楼 2层 203室 02床: rooms of several buildings have the same number. `l` is the place of the room. */
export const placeOf = (room: string, bed: string) =>
  `concat_ws(' ', replace(nullif(l.path, ''), '>', ' '), ${room}.room_name, ${bed}.bed_name)`
