// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrizeMint} from "./IPrizeMint.sol";

/// @notice An ERC721 collection of prizes. Its owner names kinds, which stay as they are; item n of kind k is number
/// k * 1,000,000 + n, so that an item needs no content of its own.
interface IPrizeCollection is IPrizeMint {
    event KindAdded(uint256 indexed kind, string uri);
    event ServedChanged(address indexed account, bool isServed);

    error PrizeCallerNotBlindBox(address caller);
    error PrizeKindMissing(uint256 kind);
    /// @notice A kind has at most 999,999 items.
    error PrizeKindUsedUp(uint256 kind);
    error PrizeUriEmpty(uint256 kind);

    /// @notice Names further kinds, numbered from `first` on. Owner only.
    function addKinds(string[] calldata uris) external returns (uint256 first);

    /// @notice Lets `account` register series that mint kinds of this collection, or ends that: series that are registered go
    /// on. The owner is served always. Owner only.
    function setServed(address account, bool isServed) external;

    /// @notice Burns an item. Its owner, or an account that it approved.
    function burn(uint256 tokenId) external;

    /// @notice The kinds are numbered from 1 to this.
    function kinds() external view returns (uint256);

    /// @notice Items of `kind` minted so far, burnt ones included.
    function minted(uint256 kind) external view returns (uint256);

    /// @notice ERC-7572.
    function contractURI() external view returns (string memory);
}
