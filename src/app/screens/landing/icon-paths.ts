/** Paths for a 48 by 48 view box, to be stroked 1.75 wide with round caps and joins. */
export const iconPaths = [
  {
    name: 'pen',
    path: 'M8 40C11 26 20 12 40 8C39 15 36 20 32 23H27L30 26C25 31 19 33 14 33M8 40C13 30 20 23 28 17',
  },
  {
    name: 'braces',
    path: 'M14 10C9 10 10 14 10 18C10 22 8 24 5 24C8 24 10 26 10 30C10 34 9 38 14 38M34 10C39 10 38 14 38 18C38 22 40 24 43 24C40 24 38 26 38 30C38 34 39 38 34 38',
  },
  {
    name: 'train',
    path: 'M17 6H31C35 6 37 9 37 13V29C37 33 35 35 31 35H17C13 35 11 33 11 29V13C11 9 13 6 17 6ZM11 23H37M24 12V23M16 12H32M18 29H18.01M30 29H30.01M16 35L11 42M32 35L37 42M14 39H34',
  },
  {
    name: 'plane',
    path: 'M42 7L5 22L17 27L20 40L26 32L35 38ZM42 7L17 27M42 7L22 29L20 40M22 29L26 32',
  },
] as const;
