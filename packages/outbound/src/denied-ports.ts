/**
 * Ports on which HTTP is spoken to something that is no web server: the bad ports of the Fetch standard,
 * and databases, caches, brokers and administration. A request line can be a command there.
 */
const deniedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526,
  530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 873, 989, 990, 993, 995, 1433, 1434, 1521, 1719, 1720, 1723,
  2049, 2375, 2376, 2379, 2380, 2525, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5433, 5672, 6000, 6379, 6380,
  6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9160, 10080, 10250, 11211, 27017, 27018, 27019, 33060,
])

export const isDeniedPort = (port: number) => deniedPorts.has(port)
