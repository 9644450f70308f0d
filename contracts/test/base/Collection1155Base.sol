// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../../src/exchange/OrderTypes.sol";
import {Fee} from "../../src/collection/ICollection.sol";
import {ICollection1155} from "../../src/collection/ICollection1155.sol";
import {CollectionBase} from "./CollectionBase.sol";
import {IEditions} from "./IEditions.sol";

/// @notice The official ERC1155 collection, and Alice's clone of it.
abstract contract Collection1155Base is CollectionBase {
    ICollection1155 internal editions;
    ICollection1155 internal ownEditions;

    function setUp() public virtual override {
        super.setUp();
        editions = ICollection1155(
            vm.deployCode("contracts/artifacts/OfficialCollection1155.json", abi.encode("Editions", "EDI", miner, "ipfs:/", "ipfs:/", operator))
        );
        vm.prank(alice);
        ownEditions = ICollection1155(factory.create1155("Alice's Prints", "PRINT", miner, "ipfs:/", "ipfs:/", 0));
    }

    function tokens(ICollection1155 collection) internal pure returns (IEditions) {
        return IEditions(address(collection));
    }

    function voucher(ICollection1155 collection, uint256 id, address minter) internal view returns (Sig memory) {
        return signed(MINER_KEY, collection.mintDigest(id, minter));
    }

    function mint(ICollection1155 collection, address minter, uint256 id, uint256 supply, Fee[] memory fees, string memory uri)
        internal
    {
        Sig memory sig = voucher(collection, id, minter);
        vm.prank(minter);
        collection.mint(id, sig.v, sig.r, sig.s, fees, supply, uri);
    }

    /// @dev Ten units.
    function mint(ICollection1155 collection, address minter, uint256 id) internal {
        mint(collection, minter, id, 10, noFees(), CID);
    }

    function mintReverts(
        ICollection1155 collection,
        address minter,
        uint256 id,
        uint256 supply,
        Fee[] memory fees,
        string memory uri,
        bytes memory why
    ) internal {
        Sig memory sig = voucher(collection, id, minter);
        vm.expectRevert(why);
        vm.prank(minter);
        collection.mint(id, sig.v, sig.r, sig.s, fees, supply, uri);
    }
}
