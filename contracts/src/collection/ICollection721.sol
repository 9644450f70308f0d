// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, ICollection} from "./ICollection.sol";

/// @notice An ERC721 collection, with ERC-4906 events and no enumeration.
interface ICollection721 is ICollection {
    /// @notice A collection began; logged by the collection itself.
    event CreateERC721(address indexed creator, address signer, string name, string symbol);

    error CollectionApprovalToOwner(address owner);

    /// @notice Mints `tokenId` to the caller. In a user's collection its owner only; in an official one anybody.
    /// @param v of the voucher, EIP-712 `Mint(uint256 tokenId,address minter)` by a signer, like `r` and `s`
    /// @param fees royalties, together at most 1,000 bps, at most 5 entries
    /// @param uri what follows `tokenURIPrefix`
    function mint(uint256 tokenId, uint8 v, bytes32 r, bytes32 s, Fee[] calldata fees, string calldata uri) external;

    /// @notice Mints `tokenId` to `to`. The collection's minter only, see `setMinter`.
    /// @param fees royalties, together at most 1,000 bps, at most 5 entries
    /// @param uri what follows `tokenURIPrefix`
    function mintByMinter(address to, uint256 tokenId, Fee[] calldata fees, string calldata uri) external;

    /// @notice Burns an item; the caller is its owner or an account that it approved. The id is never minted again.
    function burn(uint256 tokenId) external;

    /// @notice Items that exist now.
    function totalSupply() external view returns (uint256);
}
