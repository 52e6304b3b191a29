import type { SignedInUser } from '#platform/http/visitor.server.ts';

import { newVisitor, type TestVisitor } from './shop-visitor.ts';
import type { TestShop } from './shop.ts';

const password = 'a-long-enough-one';

export type TestCustomer = { visitor: TestVisitor; user: SignedInUser };

/** Returns a newly signed-in customer with a confirmed address. */
export async function givenCustomer(
  shop: TestShop,
  email: string,
  role: 'admin' | 'customer' = 'customer',
): Promise<TestCustomer> {
  await shop.auth.createUser({ email, password, firstName: 'Mia', lastName: 'Rose', role });
  const visitor = newVisitor(shop);
  const { status } = await visitor.send('POST', '/auth/sign-in/email', { email, password });
  if (status !== 200) throw new Error(`sign-in answered ${status}`);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const user = await shop.auth.sessionUser(new Headers({ cookie }));
  if (user === null) throw new Error('nobody is signed in');
  return { visitor, user };
}
