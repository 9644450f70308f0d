// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../../src/exchange/OrderTypes.sol";
import {SettlementVoucher} from "../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../src/collection/ICollection.sol";
import {Collection1155Base} from "../base/Collection1155Base.sol";
import {IOwnable} from "../base/IOwnable.sol";

/// @notice Signers of a user's collection end with the ownership of who named them: `mintAtSettlement` asks for nothing but a
/// signer's voucher and a caller that it names, so a former owner could mint in the next owner's name. The test is the caller.
contract FormerOwnersSignerTest is Collection1155Base {
    /// @dev Both standards, clones first, then deployed alone. All are Alice's, with the signers `miner` and Eve.
    ICollection[4] private all;

    function setUp() public override {
        super.setUp();
        bytes memory args = abi.encode("Alone", "ONE", miner, "ipfs:/", "ipfs:/");
        vm.startPrank(alice);
        address alone721 = vm.deployCode("contracts/artifacts/Collection721.json", args);
        address alone1155 = vm.deployCode("contracts/artifacts/Collection1155.json", args);
        all = [ICollection(own), ICollection(ownEditions), ICollection(alone721), ICollection(alone1155)];
        for (uint256 i; i < 4; ++i) {
            all[i].addSigner(eve);
        }
        vm.stopPrank();
    }

    function move(ICollection collection, address from, address to) private {
        vm.prank(from);
        IOwnable(address(collection)).transferOwnership(to);
    }

    function voucherBy(uint256 key, ICollection collection, address creator) private view returns (SettlementVoucher memory voucher) {
        (voucher.uri, voucher.supply, voucher.deadline) = (CID, 1, block.timestamp + 1 days);
        voucher.fees = noFees();
        voucher.sig = signed(key, collection.settlementMintDigest(address(this), 7, creator, voucher));
    }

    function settlementReverts(uint256 key, ICollection collection, address creator) private {
        SettlementVoucher memory voucher = voucherBy(key, collection, creator);
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionVoucherInvalid.selector, 7, creator));
        collection.mintAtSettlement(7, creator, carol, 1, voucher);
    }

    function test_GivenTheOwnershipMoved() public {
        for (uint256 i; i < 4; ++i) {
            move(all[i], alice, bob);
            vm.assertTrue(!all[i].isSigner(eve), "named by the former owner");
            vm.assertTrue(!all[i].isSigner(miner), "named at the beginning");
            settlementReverts(EVE_KEY, all[i], bob);
            settlementReverts(MINER_KEY, all[i], bob);
        }
    }

    function test_RevertWhen_TheNextOwnerMintsByAnOldVoucher() public {
        Sig memory sig = signed(EVE_KEY, own.mintDigest(7, bob));
        move(own, alice, bob);
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionVoucherInvalid.selector, 7, bob));
        vm.prank(bob);
        own.mint(7, sig.v, sig.r, sig.s, noFees(), CID);
    }

    function test_WhenTheNextOwnerNamesThem() public {
        for (uint256 i; i < 4; ++i) {
            move(all[i], alice, bob);
            vm.expectEmit(address(all[i]));
            emit ICollection.SignerAdded(miner);
            vm.prank(bob);
            all[i].addSigner(miner);
            vm.assertTrue(all[i].isSigner(miner), "named again");
            vm.assertTrue(!all[i].isSigner(eve), "that one alone");
            all[i].mintAtSettlement(7, bob, carol, 1, voucherBy(MINER_KEY, all[i], bob));
        }
    }

    function test_GivenTheOwnershipCameBack() public {
        for (uint256 i; i < 4; ++i) {
            move(all[i], alice, bob);
            move(all[i], bob, alice);
            vm.assertTrue(!all[i].isSigner(eve) && !all[i].isSigner(miner), "none comes back with it");
            settlementReverts(EVE_KEY, all[i], alice);
        }
    }

    function test_GivenASignerWasRemovedBefore() public {
        for (uint256 i; i < 4; ++i) {
            vm.prank(alice);
            all[i].removeSigner(miner);
            move(all[i], alice, bob);
            vm.assertTrue(!all[i].isSigner(miner), "still removed");
            vm.prank(bob);
            all[i].addSigner(miner);
            vm.assertTrue(all[i].isSigner(miner), "the next owner's choice");
        }
    }

    function test_RevertGiven_TheFormerOwner() public {
        move(own, alice, bob);
        vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", alice));
        vm.prank(alice);
        own.addSigner(eve);
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionSignerMissing.selector, eve));
        vm.prank(eve);
        own.renounceSigner();
    }

    function test_GivenTheOwnershipWasRenounced() public {
        for (uint256 i; i < 4; ++i) {
            vm.prank(alice);
            IOwnable(address(all[i])).renounceOwnership();
            vm.assertTrue(!all[i].isSigner(eve) && !all[i].isSigner(miner), "no signer is left");
        }
    }

    /// The voucher of an official collection says who mints, and its owner's name stands on nothing that is minted there.
    function test_GivenAnOfficialCollection() public {
        ICollection[2] memory officials = [ICollection(official), editions];
        for (uint256 i; i < 2; ++i) {
            move(officials[i], operator, carol);
            vm.prank(carol);
            IOwnable(address(officials[i])).acceptOwnership();
            vm.assertTrue(officials[i].isSigner(miner), "handing over to a multi-signature wallet interrupts no mint");
            officials[i].mintAtSettlement(7, bob, carol, 1, voucherBy(MINER_KEY, officials[i], bob));
            vm.prank(carol);
            officials[i].removeSigner(miner);
            vm.assertTrue(!officials[i].isSigner(miner), "the new owner may end it");
        }
    }
}
