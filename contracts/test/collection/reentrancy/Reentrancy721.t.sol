// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection721} from "../../../src/collection/ICollection721.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {ReentrantReceiver} from "../../base/ReentrantReceiver.sol";
import {ReentrancyBase} from "./ReentrancyBase.sol";

contract Reentrancy721Test is ReentrancyBase {
    function collectionOf() internal view override returns (ICollection) {
        return official;
    }

    function begin() internal override {
        official = ICollection721(
            vm.deployCode("contracts/artifacts/OfficialCollection721.json", abi.encode("Plinth", "PLINTH", miner, "ipfs:/", "ipfs:/", operator))
        );
        mint(official, alice, 1);
    }

    function mintCall(uint256 id) private view returns (bytes memory) {
        Sig memory sig = voucher(official, id, address(receiver));
        return abi.encodeCall(ICollection721.mint, (id, sig.v, sig.r, sig.s, noFees(), CID));
    }

    function enter(Entry entry) internal override {
        if (entry == Entry.Mint) receiver.act(address(official), mintCall(7));
        else if (entry == Entry.YieldMint) receiver.act(address(official), yieldCall(official, 6, 7, 1));
        else if (entry == Entry.MintMany) receiver.act(address(official), manyCall(official, 7, 9, 1));
        else official.mintAtSettlement(7, alice, address(receiver), 1, settlementVoucher(official, 7, 1));
    }

    function listSteps(Entry entry) internal override {
        address self = address(receiver);
        bytes memory foreign = abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", self, 1);
        // The item that is just arriving exists already: it is minted once, and is the receiver's to give.
        reverts(mintCall(7), minted(7));
        reverts(yieldCall(official, 6, 7, 1), minted(7));
        reverts(settlementCall(official, 7, 1), invalid(7));
        reverts(manyCall(official, 8, 7, 1), minted(7));
        if (entry == Entry.MintMany) {
            // The items whose hooks are still to come are written, and the receiver's, too.
            reverts(mintCall(9), minted(9));
            reverts(manyCall(official, 8, 9, 1), minted(9));
            passes(abi.encodeCall(ICollection721.burn, (9)));
            passes(abi.encodeWithSignature("transferFrom(address,address,uint256)", self, bob, 9));
        } else {
            passes(manyCall(official, 8, 9, 1));
        }
        passes(mintCall(8));
        reverts(abi.encodeCall(ICollection721.mintByMinter, (self, 8, noFees(), CID)), notMinter());
        passes(yieldCall(official, 6, 8, 1));
        reverts(settlementCall(official, 8, 1), invalid(8));
        passes(abi.encodeCall(ICollection721.burn, (7)));
        reverts(abi.encodeCall(ICollection721.burn, (1)), foreign);
        passes(abi.encodeWithSignature("transferFrom(address,address,uint256)", self, bob, 7));
        passes(abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", self, bob, 7));
        passes(abi.encodeWithSignature("safeTransferFrom(address,address,uint256,bytes)", self, bob, 7, ""));
        reverts(abi.encodeWithSignature("transferFrom(address,address,uint256)", alice, self, 1), foreign);
        reverts(abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", alice, self, 1), foreign);
        reverts(abi.encodeWithSignature("safeTransferFrom(address,address,uint256,bytes)", alice, self, 1, ""), foreign);
        passes(abi.encodeWithSignature("approve(address,uint256)", eve, 7));
        reverts(
            abi.encodeWithSignature("approve(address,uint256)", eve, 1), abi.encodeWithSignature("ERC721InvalidApprover(address)", self)
        );
        passes(abi.encodeWithSignature("setApprovalForAll(address,bool)", eve, true));
        listOwnerSteps();
    }

    /// @dev Balances and count agree with who owns what, and only what exists has a URI.
    function checkInvariants() internal view override {
        address[4] memory holders = [alice, bob, eve, address(receiver)];
        uint256 existing;
        uint256[4] memory ids = [uint256(1), 7, 8, 9];
        for (uint256 i; i < ids.length; ++i) {
            try items(official).ownerOf(ids[i]) returns (address) {
                ++existing;
                vm.assertEq(items(official).tokenURI(ids[i]), string.concat("ipfs:/", CID), "its URI");
            } catch {
                try items(official).tokenURI(ids[i]) returns (string memory) {
                    vm.assertTrue(false, "a URI of nothing");
                } catch {}
            }
        }
        uint256 held;
        for (uint256 i; i < holders.length; ++i) {
            held += items(official).balanceOf(holders[i]);
        }
        vm.assertEq(official.totalSupply(), existing, "count");
        vm.assertEq(held, existing, "balances");
        vm.assertEq(items(official).ownerOf(1), alice, "hers");
        vm.assertEq(items(official).getApproved(1), address(0), "without approval");
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

    /// An owner's own hook may do what an owner may: hand the collection over or freeze it while its first item arrives.
    function test_WhenTheOwnerReenters() public {
        receiver = new ReentrantReceiver();
        vm.prank(address(receiver));
        ICollection721 made = ICollection721(factory.create721("Stones", "STONE", miner, "ipfs:/", "ipfs:/", 0));
        receiver.arm(address(made), abi.encodeWithSignature("renounceOwnership()"));
        Sig memory sig = voucher(made, 7, address(receiver));
        receiver.act(address(made), abi.encodeCall(ICollection721.mint, (7, sig.v, sig.r, sig.s, noFees(), CID)));
        vm.assertTrue(receiver.passed(), "renounced");
        vm.assertEq(items(made).owner(), address(0), "no owner");
        vm.assertEq(made.totalSupply(), 1, "the count stays beside it");
        vm.assertEq(items(made).ownerOf(7), address(receiver), "and the item");
        sig = voucher(made, 8, address(receiver));
        vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", receiver));
        vm.prank(address(receiver));
        made.mint(8, sig.v, sig.r, sig.s, noFees(), CID);
    }

    /// A clone's beginning comes once, from the factory.
    function test_RevertWhen_AReceiverAnnounces() public {
        receiver = new ReentrantReceiver();
        receiver.arm(address(own), abi.encodeWithSignature("announce()"));
        own.mintAtSettlement(7, alice, address(receiver), 1, settlementVoucher(own, 7, 1));
        vm.assertEq(
            keccak256(receiver.answer()), keccak256(abi.encodeWithSignature("CollectionCallerNotFactory(address)", receiver)), "refused"
        );
        vm.assertEq(items(own).owner(), alice, "still hers");
    }
}
