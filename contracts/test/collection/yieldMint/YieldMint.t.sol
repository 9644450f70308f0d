// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MintOrder} from "../../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";

contract YieldMintTest is Collection1155Base {
    function orderOf(ICollection collection, uint8 itemType, uint256 value) private pure returns (MintOrder memory) {
        return MintOrder(7, value, address(collection), itemType);
    }

    function yieldMint(ICollection collection, address minter, MintOrder memory order) private {
        Sig memory sig = signed(MINER_KEY, collection.yieldMintDigest(order, minter));
        vm.prank(minter);
        collection.yieldMint(order, sig, oneFee(carol, 500), CID);
    }

    function yieldReverts(ICollection collection, address minter, MintOrder memory order, Sig memory sig, bytes memory why) private {
        vm.expectRevert(why);
        vm.prank(minter);
        collection.yieldMint(order, sig, oneFee(carol, 500), CID);
    }

    function invalid() private view returns (bytes memory) {
        return abi.encodeWithSelector(ICollection.CollectionVoucherInvalid.selector, 7, bob);
    }

    /// [TX-14] [DATA-53] a mint order, its signature, fees and tokenURI
    function test_MintsToTheCaller() public {
        yieldMint(official, bob, orderOf(official, 6, 1));
        vm.assertEq(items(official).ownerOf(7), bob, "owner");
        vm.assertEq(items(official).tokenURI(7), string.concat("ipfs:/", CID), "uri");
        yieldMint(editions, bob, orderOf(editions, 5, 10));
        vm.assertEq(tokens(editions).balanceOf(bob, 7), 10, "all of it");
        vm.assertEq(editions.creators(7), bob, "creator");
        (address recipient, uint256 royalty) = tokens(editions).royaltyInfo(7, 1 ether);
        vm.assertEq(recipient, carol, "recipient");
        vm.assertEq(royalty, 0.05 ether, "royalty");
    }

    function test_RevertWhen_TheOrderIsForeign() public {
        MintOrder memory order = orderOf(editions, 6, 1);
        Sig memory sig = signed(MINER_KEY, official.yieldMintDigest(order, bob));
        yieldReverts(official, bob, order, sig, abi.encodeWithSelector(ICollection.CollectionMintOrderForeign.selector, editions, 6));
        uint8[4] memory foreign = [0, 3, 5, 255];
        for (uint256 i; i < foreign.length; ++i) {
            order = orderOf(official, foreign[i], 1);
            sig = signed(MINER_KEY, official.yieldMintDigest(order, bob));
            bytes memory why = abi.encodeWithSelector(ICollection.CollectionMintOrderForeign.selector, official, foreign[i]);
            yieldReverts(official, bob, order, sig, why);
        }
        order = orderOf(editions, 6, 1);
        sig = signed(MINER_KEY, editions.yieldMintDigest(order, bob));
        yieldReverts(editions, bob, order, sig, abi.encodeWithSelector(ICollection.CollectionMintOrderForeign.selector, editions, 6));
    }

    /// [SOL-02]
    function test_RevertWhen_TheValueDoesNotFit() public {
        for (uint256 value; value <= 2; value += 2) {
            MintOrder memory order = orderOf(official, 6, value);
            Sig memory sig = signed(MINER_KEY, official.yieldMintDigest(order, bob));
            yieldReverts(official, bob, order, sig, abi.encodeWithSelector(ICollection.CollectionSupplyInvalid.selector, 7, value));
        }
        MintOrder memory none_ = orderOf(editions, 5, 0);
        Sig memory own_ = signed(MINER_KEY, editions.yieldMintDigest(none_, bob));
        yieldReverts(editions, bob, none_, own_, abi.encodeWithSelector(ICollection1155.CollectionSupplyZero.selector, 7));
    }

    /// [SOL-06]
    function test_RevertWhen_TheSignatureIsNotForThis() public {
        MintOrder memory order = orderOf(editions, 5, 10);
        yieldReverts(editions, bob, order, signed(EVE_KEY, editions.yieldMintDigest(order, bob)), invalid());
        yieldReverts(editions, bob, order, signed(MINER_KEY, editions.yieldMintDigest(order, eve)), invalid());
        yieldReverts(editions, bob, order, voucher(editions, 7, bob), invalid());
        yieldReverts(editions, bob, order, none(), invalid());
        Sig memory sig = signed(MINER_KEY, editions.yieldMintDigest(order, bob));
        yieldReverts(editions, bob, order, mirrored(sig), invalid());
        order.value = 11;
        yieldReverts(editions, bob, order, sig, invalid());
        order.value = 10;
        vm.chainId(31338);
        yieldReverts(editions, bob, order, sig, invalid());
    }

    /// Nor is its signature one for `mint`.
    function test_RevertWhen_UsedForMint() public {
        MintOrder memory order = orderOf(official, 6, 1);
        Sig memory sig = signed(MINER_KEY, official.yieldMintDigest(order, bob));
        vm.expectRevert(invalid());
        vm.prank(bob);
        official.mint(7, sig.v, sig.r, sig.s, noFees(), CID);
    }

    /// [SOL-01] [SOL-42]
    function test_RevertWhen_MintWouldRevert() public {
        MintOrder memory order = orderOf(own, 6, 1);
        Sig memory sig = signed(MINER_KEY, own.yieldMintDigest(order, bob));
        yieldReverts(own, bob, order, sig, abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", bob));
        order = orderOf(official, 6, 1);
        yieldMint(official, bob, order);
        sig = signed(MINER_KEY, official.yieldMintDigest(order, bob));
        yieldReverts(official, bob, order, sig, abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7));
    }
}
