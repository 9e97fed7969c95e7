/** The most used ones of public leaks that have eight characters or more; shorter ones are refused by their length. */
const list = `
password password1 password12 password123 password1234 password! passw0rd p@ssword p@ssw0rd p@ssw0rd1 pa$$word
12345678 123456789 1234567890 12345678910 0123456789 0987654321 987654321 87654321 11111111 111111111 1111111111
00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 12341234
11223344 1122334455 12121212 123123123 123321123 123456123 123454321 12344321 12345679 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234
qwerty12345 qwerty123456 qwe123qwe qazwsxedc qweasdzxc asdfghjk asdfghjkl asdf1234 asdfasdf zxcvbnm1 zxcvbnm123
zaq12wsx zaq1zaq1 abcd1234 abc12345 abcdefgh abcdefg1 abcd12345 a1b2c3d4 a123456789 aa123456 aaaaaaaa a1234567
iloveyou iloveyou1 iloveyou2 iloveme1 sunshine sunshine1 princess princess1 football football1 baseball baseball1
basketball superman superman1 batman123 starwars pokemon1 pokemon123 trustno1 welcome1 welcome123 letmein1 letmein123
whatever whatever1 computer computer1 internet internet1 michelle jennifer jonathan jessica1 samantha michael1
charlie1 ashley123 danielle victoria elizabeth alexander alexandra benjamin christian nicholas thomas123 corvette
mercedes maverick midnight mountain dolphins cowboys1 liverpool liverpool1 chelsea1 arsenal1 manchester barcelona
chocolate butterfly snowball blink182 linkedin facebook google123 facebook1 myspace1 dragon123 monkey123 shadow123
master123 hello123 hello1234 test1234 testtest testing1 testing123 admin123 admin1234 administrator root1234 rootroot
changeme changeme1 changeme123 default1 secret123 temporary guest123 user1234 login123 access14 system32 server123
passpass pass1234 pass12345 password2 password3 password7 password9 mypassword newpassword yourpassword letmeinnow
spiderman1 qwertz123 azertyuiop lovelove loveyou1 babygirl babygirl1 fuckyou1 fuckyou2 asshole1 blahblah cheese123
summer2023 summer2024 summer2025 winter2023 winter2024 winter2025 spring2024 spring2025 autumn2024 january1 december1
monitor1 knockwire knockwire1 knockwire123 webhooks webhook1 webhook123
`

const common = new Set(list.split(/\s+/))

export const isCommonPassword = (password: string) => common.has(password.toLowerCase())
