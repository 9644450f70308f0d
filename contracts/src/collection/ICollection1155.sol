// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, ICollection} from "./ICollection.sol";

/// @notice An ERC1155 collection: an id is minted once, with its whole supply.
interface ICollection1155 is ICollection {
    /// @notice A collection began; logged by the collection itself.
    event CreateERC1155(address indexed creator, address signer, string name, string symbol);
    /// @notice ERC-4906: all URIs changed, for which ERC1155 has no event; `URI` logs a single one.
    event BatchMetadataUpdate(uint256 _fromTokenId, uint256 _toTokenId);

    error CollectionSupplyZero(uint256 id);
    /// @notice The id was never minted, or all of it is burnt.
    error CollectionTokenMissing(uint256 id);

    /// @notice Mints all `supply` units of `id` to the caller. In a user's collection its owner only; in an official one
    /// anybody.
    /// @param v of the voucher, EIP-712 `Mint(uint256 tokenId,address minter)` by a signer, like `r` and `s`
    /// @param fees royalties, together at most 1,000 bps, at most 5 entries
    /// @param tokenURI what follows `tokenURIPrefix`
    function mint(
        uint256 id,
        uint8 v,
        bytes32 r,
        bytes32 s,
        Fee[] calldata fees,
        uint256 supply,
        string calldata tokenURI
    ) external;

    /// @notice Mints all `supply` units of `id` to `to`, its creator from then on. The collection's minter only, see `setMinter`.
    /// @param fees royalties, together at most 1,000 bps, at most 5 entries
    /// @param tokenURI what follows `tokenURIPrefix`
    function mintByMinter(address to, uint256 id, uint256 supply, Fee[] calldata fees, string calldata tokenURI) external;

    /// @notice Burns `value` units that `owner` holds; the caller is `owner` or its operator. The id is never minted again.
    function burn(address owner, uint256 id, uint256 value) external;

    /// @notice Who minted `id`, or received it from the minter; it stays the creator when all of it is burnt.
    function creators(uint256 id) external view returns (address);

    /// @notice Units of `id` that exist now.
    function totalSupply(uint256 id) external view returns (uint256);

    function name() external view returns (string memory);

    function symbol() external view returns (string memory);
}
