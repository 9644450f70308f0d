// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {ReentrancyBase} from "./ReentrancyBase.sol";

contract Reentrancy1155Test is ReentrancyBase {
    string private constant TRANSFER = "safeTransferFrom(address,address,uint256,uint256,bytes)";
    string private constant BATCH = "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)";

    function collectionOf() internal view override returns (ICollection) {
        return editions;
    }

    function begin() internal override {
        editions = ICollection1155(
            vm.deployCode("contracts/artifacts/OfficialCollection1155.json", abi.encode("Editions", "EDI", miner, "ipfs:/", "ipfs:/", operator))
        );
        mint(editions, alice, 1);
    }

    function mintCall(uint256 id) private view returns (bytes memory) {
        Sig memory sig = voucher(editions, id, address(receiver));
        return abi.encodeCall(ICollection1155.mint, (id, sig.v, sig.r, sig.s, noFees(), 10, CID));
    }

    function enter(Entry entry) internal override {
        if (entry == Entry.Mint) receiver.act(address(editions), mintCall(7));
        else if (entry == Entry.YieldMint) receiver.act(address(editions), yieldCall(editions, 5, 7, 10));
        else if (entry == Entry.MintMany) receiver.act(address(editions), manyCall(editions, 7, 9, 10));
        else editions.mintAtSettlement(7, alice, address(receiver), 3, settlementVoucher(editions, 7, 10));
    }

    function one(uint256 value) private pure returns (uint256[] memory list) {
        list = new uint256[](1);
        list[0] = value;
    }

    function listSteps(Entry entry) internal override {
        address self = address(receiver);
        bytes memory foreign = abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", self, alice);
        reverts(mintCall(7), minted(7));
        reverts(yieldCall(editions, 5, 7, 10), minted(7));
        reverts(manyCall(editions, 8, 7, 10), minted(7));
        if (entry == Entry.MintMany) {
            reverts(mintCall(9), minted(9));
            reverts(manyCall(editions, 8, 9, 10), minted(9));
            passes(abi.encodeCall(ICollection1155.burn, (self, 9, 10)));
            passes(abi.encodeWithSignature(TRANSFER, self, bob, 9, 4, ""));
        } else {
            passes(manyCall(editions, 8, 9, 10));
        }
        passes(mintCall(8));
        reverts(abi.encodeCall(ICollection1155.mintByMinter, (self, 8, 10, noFees(), CID)), notMinter());
        passes(yieldCall(editions, 5, 8, 10));
        // As a later fill: it answers and moves nothing.
        if (entry == Entry.Settlement) passes(settlementCall(editions, 7, 10));
        else reverts(settlementCall(editions, 7, 10), invalid(7));
        reverts(settlementCall(editions, 8, 10), invalid(8));
        passes(abi.encodeCall(ICollection1155.burn, (self, 7, 1)));
        passes(abi.encodeCall(ICollection1155.burn, (self, 7, entry == Entry.Settlement ? 3 : 10)));
        reverts(abi.encodeCall(ICollection1155.burn, (alice, 1, 1)), foreign);
        passes(abi.encodeWithSignature(TRANSFER, self, bob, 7, 1, ""));
        passes(abi.encodeWithSignature(BATCH, self, bob, one(7), one(2), ""));
        reverts(abi.encodeWithSignature(TRANSFER, alice, self, 1, 1, ""), foreign);
        reverts(abi.encodeWithSignature(BATCH, alice, self, one(1), one(1), ""), foreign);
        // What the creator has left of the id that is just being sold.
        reverts(abi.encodeWithSignature(TRANSFER, alice, self, 7, 1, ""), foreign);
        passes(abi.encodeWithSignature("setApprovalForAll(address,bool)", eve, true));
        listOwnerSteps();
    }

    /// @dev Units of each id are as many as its holders have, and only what exists has a URI.
    function checkInvariants() internal view override {
        address[4] memory holders = [alice, bob, eve, address(receiver)];
        uint256[4] memory ids = [uint256(1), 7, 8, 9];
        for (uint256 i; i < ids.length; ++i) {
            uint256 held;
            for (uint256 j; j < holders.length; ++j) {
                held += tokens(editions).balanceOf(holders[j], ids[i]);
            }
            vm.assertEq(editions.totalSupply(ids[i]), held, "units");
            vm.assertLe(held, 10, "never more than signed");
            vm.assertTrue(held == 0 || editions.creators(ids[i]) != address(0), "a creator");
            try tokens(editions).uri(ids[i]) returns (string memory uri) {
                vm.assertTrue(held != 0, "a URI of nothing");
                vm.assertEq(uri, string.concat("ipfs:/", CID), "its URI");
            } catch {
                vm.assertEq(held, 0, "no URI of something");
            }
        }
        vm.assertEq(tokens(editions).balanceOf(alice, 1), 10, "hers");
    }

    function test_WhenAReceiverReentersFromMint() public {
        attack(Entry.Mint);
    }

    function test_WhenAReceiverReentersFromYieldMint() public {
        attack(Entry.YieldMint);
    }

    function test_WhenAReceiverReentersFromMintMany() public {
        attack(Entry.MintMany);
    }

    function test_WhenAReceiverReentersFromMintAtSettlement() public {
        attack(Entry.Settlement);
    }
}
