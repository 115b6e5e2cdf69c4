/** What the landing page is about, as its title says. In a file of its own: the first bundle needs no other of its words. */
export const landingSubject = 'Apple CarPlay and Android Auto for BMW, Mercedes, Audi and Lexus'
