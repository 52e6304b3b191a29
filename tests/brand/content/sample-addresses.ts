/** Addresses that a demo shop suggests for any typed text. */
export const sampleAddresses = [
  {
    description: '123 Main Street, New York, NY 10001',
    street: '123 Main Street',
    city: 'New York',
    state: 'NY',
    postalCode: '10001',
    country: 'US',
  },
  {
    description: '456 Oak Avenue, Los Angeles, CA 90210',
    street: '456 Oak Avenue',
    city: 'Los Angeles',
    state: 'CA',
    postalCode: '90210',
    country: 'US',
  },
  {
    description: '789 Pine Road, Chicago, IL 60601',
    street: '789 Pine Road',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60601',
    country: 'US',
  },
];
